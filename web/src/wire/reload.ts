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

async function renew(): Promise<void> {
  const workers = (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker
  const registration = await workers?.getRegistration()
  if (!workers || !registration) return
  const isRenewed = new Promise((settle) => workers.addEventListener('controllerchange', settle, { once: true }))
  await registration.update()
  if (!registration.installing && !registration.waiting) return
  await Promise.race([isRenewed, new Promise((settle) => setTimeout(settle, PATIENCE))])
}
