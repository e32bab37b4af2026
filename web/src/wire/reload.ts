/** A newer page, loaded past what the device keeps of the old one. */

const PATIENCE = 8_000 // ms that the newer page may take to be kept

/** Lets the service worker, where there is one, fetch the newer page, then loads it with `load`. */
export async function reload(load = () => location.reload()): Promise<void> {
  try {
    await renew()
  } finally {
    load()
  }
}

const MARK = 'tablee.reloaded'

/** Loads the newer page without being asked, once: where that brings the old one again, the reader decides. */
export function reloadOnce(load?: () => void): void {
  try {
    if (sessionStorage.getItem(MARK)) return
    sessionStorage.setItem(MARK, 'yes')
  } catch {
    return // what cannot be remembered could not be done only once
  }
  void reload(load)
}

/** Notes that this page and the server suit each other. */
export function isCurrent(): void {
  try {
    sessionStorage.removeItem(MARK)
  } catch {
    // Then nothing was noted either.
  }
}

async function renew(): Promise<void> {
  const workers = (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker
  const registration = await workers?.getRegistration()
  if (!workers || !registration) return
  const isRenewed = new Promise((settle) => workers.addEventListener('controllerchange', settle, { once: true }))
  await registration.update()
  if (!registration.installing && !registration.waiting) return
  await Promise.race([isRenewed, new Promise((settle) => setTimeout(settle, PATIENCE))])
}
