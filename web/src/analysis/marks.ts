/** Marks on a board: they lie on the places of cards, wherever the board draws them. */
import { tick } from 'svelte'
import { say } from '../words'
import type { Mark } from './remark'

/** Marks places of a board once it is drawn; returns what takes the marks away. */
export function showMarks(board: HTMLElement, marks: readonly Mark[]): () => void {
  const marked: HTMLElement[] = []
  let isOver = false
  void tick().then(() => {
    if (isOver) return
    for (const { kind, places } of marks) {
      const found = places.flatMap((place) => board.querySelector<HTMLElement>(`[data-place="${place}"]`) ?? [])
      for (const one of found) one.dataset['mark'] = kind
      if (found[0]) found[0].dataset['markWord'] = say(`analysis.replay.${kind}`)
      marked.push(...found)
    }
  })
  return () => {
    isOver = true
    for (const { dataset } of marked) {
      delete dataset['mark']
      delete dataset['markWord']
    }
  }
}
