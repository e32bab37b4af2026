/** Words that only few pages say, by part, for `language.svelte.ts`. */
export const loaders: Readonly<Record<string, Record<string, () => Promise<unknown>>>> = {
  analysis: import.meta.glob('../../src/tablee/words/*.json', { query: '?part=analysis', import: 'default' }),
  chat: import.meta.glob('../../src/tablee/words/*.json', { query: '?part=chat', import: 'default' }),
  lobby: import.meta.glob('../../src/tablee/words/*.json', { query: '?part=lobby', import: 'default' }),
  sheet: import.meta.glob('../../src/tablee/words/*.json', { query: '?part=sheet', import: 'default' }),
  sheets: import.meta.glob('../../src/tablee/words/*.json', { query: '?part=sheets', import: 'default' }),
  tournament: import.meta.glob('../../src/tablee/words/*.json', { query: '?part=tournament', import: 'default' }),
  day: import.meta.glob('../../src/tablee/words/*.json', { query: '?part=day', import: 'default' }),
  console: import.meta.glob('../../src/tablee/words/*.json', { query: '?part=console', import: 'default' }),
  tournaments: import.meta.glob('../../src/tablee/words/*.json', { query: '?part=tournaments', import: 'default' }),
  standing: import.meta.glob('../../src/tablee/words/*.json', { query: '?part=standing', import: 'default' }),
  at_table: import.meta.glob('../../src/tablee/words/*.json', { query: '?part=at_table', import: 'default' }),
  told: import.meta.glob('../../src/tablee/words/*.json', { query: '?part=told', import: 'default' }),
  hall: import.meta.glob('../../src/tablee/words/*.json', { query: '?part=hall', import: 'default' }),
  mine: import.meta.glob('../../src/tablee/words/*.json', { query: '?part=mine', import: 'default' }),
  projector: import.meta.glob('../../src/tablee/words/*.json', { query: '?part=projector', import: 'default' }),
}
