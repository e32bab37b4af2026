import './style/tokens.css'
import './style/fonts.css'
import './style/base.css'
import './style/cloth.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { startLanguage } from './language.svelte'
import { network } from './network.svelte'
import { preferences } from './preferences.svelte'
import { here, match } from './router.svelte'

preferences.show()
network.watch()

// A table, a tournament's table and its screen say little of what the other pages say.
startLanguage(...(['/table/:room', '/tournament/:id/t', '/tournament/:id/projector'].some((page) => match(page, here.path)) ? [] : ['pages'])).then(
  () => mount(App, { target: document.getElementById('app') as HTMLElement }),
  () => document.getElementById('unreached')?.removeAttribute('hidden'), // without words there is no page
)

// Only pages by https, and this machine itself, may keep themselves on the device.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js'))
}
