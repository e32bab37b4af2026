import type { Plugin } from 'vite'

/** In development, `/demo` opens a table with three bots for whoever asks, once for each start and visitor. */
export function demo(server: string): Plugin {
  const id = `demo-${Date.now()}`
  const seats = [{ kind: 'person' }, ...['random', 'greedy', 'steady'].map((bot) => ({ kind: 'bot', bot }))]
  return {
    name: 'tablee:demo',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use('/demo', (request, response, next) => {
        async function open(): Promise<void> {
          const opened = await fetch(`http://${server}/api/rooms`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', cookie: request.headers.cookie ?? '' },
            body: JSON.stringify({ id, game: 'skyjo', seats }),
          })
          const told = (await opened.json()) as { room: string; sentence?: string }
          if (!opened.ok) throw new Error(told.sentence)
          response.writeHead(303, { location: `/table/${told.room}`, 'set-cookie': opened.headers.getSetCookie() })
          response.end()
        }
        open().catch(next)
      })
    },
  }
}
