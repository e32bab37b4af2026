/** Keeps the screen awake while a sheet lies on the table, where the device lets a page do that. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null
  let isOver = false
  const take = () => {
    if (document.visibilityState === 'hidden' || isOver) return
    // Refused on a low battery, say: then the screen sleeps as it always does.
    navigator.wakeLock?.request('screen').then(
      (taken) => {
        lock = taken
        if (isOver) void taken.release()
      },
      () => null,
    )
  }
  take()
  document.addEventListener('visibilitychange', take) // the lock is lost whenever the page is hidden
  return () => {
    isOver = true
    document.removeEventListener('visibilitychange', take)
    void lock?.release()
  }
}
