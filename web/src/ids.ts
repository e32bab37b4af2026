/** Ids chosen by the page, so that a request sent twice counts once. */

/** Returns a new random id of 32 hexadecimal digits. */
export function newId(): string {
  // Not crypto.randomUUID: on a home network without https, phones do not have it.
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
