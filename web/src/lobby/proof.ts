/**
 * The token that lets another device take a seat over, and its proof. The hash is a library's: crypto.subtle is closed
 * to pages without https, which is how phones reach a server on a home network.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Returns a new token of 32 random bytes, base64url. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/** Returns the SHA-256 of a token's text in hexadecimal digits, which shows nothing of the token. */
export function proofOf(token: string): string {
  return bytesToHex(sha256(utf8ToBytes(token)))
}
