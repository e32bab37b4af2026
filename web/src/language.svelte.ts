/** Which language the page speaks. French comes with the first load, every other language file when it is chosen. */
import { page as french } from '../../src/tablee/words/fr.json'
import { keep, kept } from './kept'

export type Words = typeof french

const others = import.meta.glob<Words>(
  ['../../src/tablee/words/*.json', '!../../src/tablee/words/fr.json'],
  { import: 'page' },
)
const loaders = new Map(Object.entries(others).map(([path, load]) => [path.replace(/^.*\/|\.json$/g, ''), load]))

/** Codes of the languages that have a file, French first. */
export const LANGUAGES: readonly string[] = ['fr', ...[...loaders.keys()].sort()]

let current = $state.raw({ code: 'fr', words: french })

/** The language's code, `fr` or `en`, also for `?lang=`. */
export function language(): string {
  return current.code
}

/** All words of the page in the current language. */
export function words(): Words {
  return current.words
}

/** A language's own name for itself: français, English. */
export function languageName(code: string): string {
  return new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code
}

/** Speaks `code` from now on and remembers it. */
export async function chooseLanguage(code: string): Promise<void> {
  await speak(code)
  keep('language', code)
}

/** Speaks the language chosen on an earlier visit, else the first of the device's that there is, else French. */
export async function startLanguage(): Promise<void> {
  const wishes = [kept('language', ''), ...deviceLanguages()]
  const code = wishes.find((wish) => LANGUAGES.includes(wish)) ?? 'fr'
  try {
    await speak(code)
  } catch {
    await speak('fr') // its file could not be fetched: better French than an empty page
  }
}

async function speak(code: string): Promise<void> {
  const load = loaders.get(code)
  current = { code, words: load ? await load() : french }
  document.documentElement.lang = code
}

// Plain cuts instead of Intl.Locale: some systems give tags that Intl throws on, such as `en-US@posix`.
function deviceLanguages(): string[] {
  const tags = navigator.languages?.length ? navigator.languages : [navigator.language ?? '']
  return tags.map((tag) => tag.toLowerCase().split(/[-_@.]/)[0] ?? '')
}
