/** The final ranking as a picture to pass on. */
import { say } from '../words'
import { isGame } from '../games'
import { ranking } from './ranking'
import { score } from './say'
import type { SheetView } from './wire'

const [WIDTH, EDGE, ROW, TOP] = [720, 48, 84, 168]
// Paper, as cards are, in light and dark.
const COLOURS = { ground: '#f5f1ec', row: '#fffcf8', first: '#fcebcb', ink: '#261b2e', soft: '#5e5266' }

/** Draws the ranking and returns it as a PNG. */
export async function pictureOf(view: SheetView): Promise<Blob> {
  const ranked = ranking(view)
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = TOP + ranked.length * ROW + EDGE + 24
  await document.fonts?.ready
  const pen = canvas.getContext('2d') as CanvasRenderingContext2D
  const write = (text: string, x: number, y: number, font: string, colour: string, align: CanvasTextAlign = 'left') => {
    pen.font = font
    pen.fillStyle = colour
    pen.textAlign = align
    pen.fillText(text, x, y)
  }
  const [title, plain] = ["'Bricolage Grotesque Variable', sans-serif", "'Figtree Variable', sans-serif"]
  pen.fillStyle = COLOURS.ground
  pen.fillRect(0, 0, canvas.width, canvas.height)
  write(isGame(view.game) ? say(`games.${view.game}`) : view.game, EDGE, 84, `700 46px ${title}`, COLOURS.ink)
  const day = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'long' }).format(view.started * 1000)
  write(`${say('sheets.rounds_played', { n: view.rounds.length })} · ${day}`, EDGE, 126, `400 24px ${plain}`, COLOURS.soft)
  for (const [at, { player, rank, isShared, total }] of ranked.entries()) {
    const y = TOP + at * ROW
    pen.fillStyle = rank === 1 ? COLOURS.first : COLOURS.row
    pen.beginPath()
    pen.roundRect(EDGE, y, WIDTH - 2 * EDGE, ROW - 10, 18)
    pen.fill()
    write(String(rank), EDGE + 26, y + 50, `800 36px ${title}`, COLOURS.ink)
    write(player.name, EDGE + 84, y + 48, `600 30px ${plain}`, COLOURS.ink)
    if (isShared) {
      const after = EDGE + 84 + pen.measureText(player.name).width + 16
      write(say('sheets.shared'), after, y + 48, `400 22px ${plain}`, COLOURS.soft)
    }
    write(score(total), WIDTH - EDGE - 26, y + 50, `800 38px ${title}`, COLOURS.ink, 'right')
  }
  write(say('app.name'), WIDTH - EDGE, canvas.height - 24, `700 22px ${title}`, COLOURS.soft, 'right')
  return new Promise((settle, fail) =>
    canvas.toBlob((picture) => (picture ? settle(picture) : fail(new Error('no picture'))), 'image/png'),
  )
}
