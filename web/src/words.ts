/** What the page says: `say('home.title')`. Keys are checked against the French file by TypeScript. */
import { language, words, type Words } from './language.svelte'

type Plural = { one: string; other: string }
type Keys<T> = {
  [K in keyof T & string]: T[K] extends string | Plural ? K : `${K}.${Keys<T[K]>}`
}[keyof T & string]

export type Key = Keys<Words>
export type Args = Record<string, string | number>

/**
 * Returns the words under `key` in the page's language, `{name}` replaced by `args.name`; numbers are written as the
 * language writes them. Where the words have a singular and a plural, `args.n` decides.
 */
export function say(key: Key, args: Args = {}): string {
  let entry: unknown = words()
  for (const step of key.split('.')) entry = (entry as Record<string, unknown>)[step]
  return fill(entry as string | Plural, args, language())
}

/** Fills a text or a plural pair with `args`. */
export function fill(entry: string | Plural, args: Args, lang: string): string {
  const text = typeof entry === 'string' ? entry : entry[plural(args['n'], lang)]
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const arg = args[name]
    return arg === undefined ? whole : typeof arg === 'number' ? number(arg, lang) : arg
  })
}

/** Writes a number for the eye: with − for minus. */
export function number(value: number, lang = language()): string {
  return new Intl.NumberFormat(lang).format(value).replace('-', '−')
}

/** Writes a list of names: Inès, Hugo et Karim. */
export function list(names: readonly string[], lang = language()): string {
  return new Intl.ListFormat(lang, { type: 'conjunction' }).format(names)
}

function plural(n: string | number | undefined, lang: string): keyof Plural {
  return new Intl.PluralRules(lang).select(Number(n)) === 'one' ? 'one' : 'other'
}
