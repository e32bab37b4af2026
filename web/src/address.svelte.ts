/** The address that others come by: this page's own, or, on the server's own computer, the one that its network knows. */

/** Whether only the computer itself can use an address. */
export function isOwn(origin: string): boolean {
  return /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(new URL(origin).hostname)
}

/** What leads others to a page that is at `here`, of a server that its network reaches at `outward`. */
export function originFor(here: string, outward: string | null): string {
  return outward !== null && isOwn(here) ? outward : here
}

class Address {
  /** How the server's network reaches it, once it has said so. */
  outward = $state<string | null>(null)

  /** What the paths of links and codes begin with. */
  get origin(): string {
    return originFor(location.origin, this.outward)
  }
  /** Whether that leads no other device here. */
  get isAlone(): boolean {
    return isOwn(this.origin)
  }
}

export const address = new Address()
