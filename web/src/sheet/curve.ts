/** The curve of totals, drawn by uPlot, which comes only when it is looked at. */
import 'uplot/dist/uPlot.min.css'
import uPlot from 'uplot'
import type { SheetView } from './wire'

/** Returns each player's total after every round, from 0 before the first; tie-breaks change none (G7). */
export function totalsByRound(view: Pick<SheetView, 'players' | 'rounds'>): number[][] {
  const scored = view.rounds.filter((round) => !round.is_tie_break)
  return view.players.map((_, place) => {
    let total = 0
    return [0, ...scored.map((round) => (total += round.scores[place] ?? 0))]
  })
}

const WHOLE = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] // steps between marks: nobody scores halves

/** Draws the curve into `place` as wide as it is; returns what takes it away. */
export function draw(place: HTMLElement, view: SheetView): () => void {
  const lines = totalsByRound(view)
  const rounds = (lines[0] ?? [0]).map((_, at) => at)
  const style = getComputedStyle(place)
  const colour = (name: string) => resolved(place, `var(${name})`)
  const axis = { stroke: colour('--ink2'), grid: { stroke: colour('--line'), width: 1 }, font: `13px ${style.fontFamily}` }
  const plot = new uPlot(
    {
      width: place.clientWidth,
      height: 240,
      cursor: { show: false },
      legend: { show: false },
      scales: { x: { time: false } },
      axes: [
        { ...axis, space: 30, incrs: WHOLE, ticks: { show: false } },
        { ...axis, size: 40, incrs: WHOLE, ticks: { show: false } },
      ],
      series: [
        {},
        ...view.players.map(({ name }, at) => ({
          label: name,
          stroke: colour(`--seat-${at}`),
          width: 2.5,
          dash: DASHES[at % DASHES.length] ?? [],
          points: { show: true, size: 7, fill: colour(`--seat-${at}`) },
        })),
      ],
    },
    [rounds, ...lines] as uPlot.AlignedData,
    place,
  )
  const watch = new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height: 240 }))
  watch.observe(place)
  return () => {
    watch.disconnect()
    plot.destroy()
  }
}

// Told apart without colour too.
export const DASHES: number[][] = [[], [8, 4], [2, 4], [12, 4, 2, 4], [4, 4], [16, 4], [2, 2], [8, 3, 2, 3, 2, 3]]

// A canvas knows no variables: the browser says what they come to here, in light or dark.
function resolved(place: HTMLElement, colour: string): string {
  const probe = document.createElement('span')
  probe.style.color = colour
  place.append(probe)
  const found = getComputedStyle(probe).color
  probe.remove()
  return found
}
