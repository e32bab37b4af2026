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

// What says little of what the other pages say, and which words it needs instead.
const APART: Record<string, string[]> = {
  '/table/:room': ['table'],
  '/sheet/:sheet': ['sheet'],
  '/tournament/:tournament/t': ['standing', 'at_table', 'sheet'],
  '/tournament/:tournament/projector': ['standing', 'projector'],
}
const apart = Object.keys(APART).find((page) => match(page, here.path))
startLanguage(...((apart && APART[apart]) || ['pages'])).then(
  () => mount(App, { target: document.getElementById('app') as HTMLElement }),
  () => document.getElementById('unreached')?.removeAttribute('hidden'), // without words there is no page
)

// Only pages by https, and this machine itself, may keep themselves on the device.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js'))
}
