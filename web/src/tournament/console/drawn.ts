/** A draw in a sentence, in the words that `tablee draw` uses too: 37 joueurs : 5 tables de 5 et 3 de 4, aucune revanche. */
import { language, words } from '../../language.svelte'
import { fill, list } from '../../words'
import type { StageSeen } from '../wire'

type Entry = Parameters<typeof fill>[0]
interface DrawWords {
  sentence: Entry
  tables: Entry
  more: Entry
  repeats: { none: Entry; least: Entry; found: Entry }
}

/** Returns the sentence of a stage's draw. */
export function drawSentence(stage: StageSeen): string {
  const said = (words() as unknown as { console: { draw: DrawWords } }).console.draw
  const sizes = stage.rounds[0]?.tables.map(({ players }) => players.length) ?? []
  const told = [...new Set(sizes)]
    .sort((a, b) => b - a)
    .map((size, at) => fill(at === 0 ? said.tables : said.more, { n: sizes.filter((one) => one === size).length, size }, language()))
  const key = !stage.repeats ? 'none' : stage.repeats <= stage.least ? 'least' : 'found'
  const repeats = fill(said.repeats[key], { n: stage.repeats }, language())
  const n = sizes.reduce((sum, size) => sum + size, 0)
  return fill(said.sentence, { n, tables: list(told), repeats }, language())
}
