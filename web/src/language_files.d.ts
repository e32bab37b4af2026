/** What vite.config.ts cuts out of a language file: everything but the words that come later. */
declare module '*.json?page' {
  const words: import('./language.svelte').Words
  export default words
}
