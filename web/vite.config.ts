import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

const SERVER = process.env['TABLEE_SERVER'] ?? '127.0.0.1:8000'

// Words that come with what says them, not with the first load: those of the boards, and these, by part.
const APART: Readonly<Record<string, readonly string[]>> = {
  analysis: ['analysis'],
  chat: ['chat'],
  lobby: ['lobby'],
  pages: ['about', 'first', 'form', 'home', 'missing', 'rules', 'solo', 'tables'], // all but a table itself
  sheet: ['sheet'], // what its page says at once
  sheets: ['sheets'],
  mine: ['mine'],
  tournament: ['tournament'], // what everybody at a tournament reads
  day: ['day'],
  console: ['console'], // what its organiser reads
  tournaments: ['tournaments'], // finding and making one
  standing: ['standing'], // of a tournament: what all its pages say
  at_table: ['at_table'], // at one of its tables
  told: ['told'], // the same, later
  hall: ['hall'],
  projector: ['projector'],
}
// Of the words of every table, those of what it shows later.
const LATER = ['amount', 'comings', 'curtain', 'final', 'keys', 'meanwhile', 'menu', 'pause', 'people', 'watch']
// Refusals that the score sheet finds by itself, for it counts without a network.
const COUNTED = /^(entry_|entries_few$|finisher_absent$)/

/** Cuts a language file: `fr.json?page` is what every page says, `?table=jungo` what a board says, `?part=chat` a part. */
function words(): Plugin {
  const module = (words: unknown) => ({ code: `export default ${JSON.stringify(words)}`, moduleType: 'js' as const })
  const cut = (all: Record<string, unknown>, names: readonly string[], isKept = true) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name) === isKept))
  return {
    name: 'tablee:words',
    enforce: 'pre',
    load(id) {
      const [, path, kind, name = ''] = /^(.+\.json)\?(page|table|part)(?:=(\w+))?$/.exec(id) ?? []
      if (!path || !kind) return null
      this.addWatchFile(path)
      const { page, refusals, draw } = JSON.parse(readFileSync(path, 'utf8')) as {
        page: Record<string, object> & { games: Record<string, string>; table: Record<string, unknown> }
        refusals: Record<string, unknown>
        draw: Record<string, unknown> // how a draw is told, on the command line and on the page
      }
      if (kind === 'table') return module(page.table[name])
      if (kind === 'part' && name === 'later') return module(cut(page.table, LATER))
      if (kind === 'part' && name === 'table') return module(cut(page.table, [...LATER, ...Object.keys(page.games)], false))
      if (kind === 'part') {
        const wrong = Object.fromEntries(Object.entries(refusals).filter(([code]) => COUNTED.test(code)))
        return module({
          ...cut(page, APART[name] ?? []),
          ...(name === 'sheet' && { sheet: { ...page['sheet'], wrong } }),
          ...(name === 'console' && { console: { ...page['console'], draw } }),
        })
      }
      return module(cut(page, ['table', ...Object.values(APART).flat()], false))
    },
  }
}

/** Emits `sw.js` with the list of all files built, and a name for the build that follows from them. */
function serviceWorker(): Plugin {
  return {
    name: 'tablee:service-worker',
    apply: 'build',
    enforce: 'post', // once no chunk is dropped any more: one that is listed and not there would keep all others out
    generateBundle(_, bundle) {
      // Letters beyond Latin are fetched when a name needs them; index.html is kept as `/`.
      const files = Object.keys(bundle).filter((file) => !/-latin-ext-|\.map$|^index\.html$/.test(file))
      const build = createHash('sha256')
      for (const file of Object.values(bundle)) build.update(file.type === 'chunk' ? file.code : file.source)
      const kept = ['/', ...files.map((file) => `/${file}`), '/manifest.webmanifest', '/icon.svg'].sort()
      const head = `const BUILD = '${build.digest('hex').slice(0, 12)}'\nconst FILES = ${JSON.stringify(kept)}\n`
      const source = head + readFileSync(new URL('service_worker.js', import.meta.url), 'utf8')
      this.emitFile({ type: 'asset', fileName: 'sw.js', source })
    },
  }
}

/** In development, `/demo` opens a table with three bots for whoever asks, once for each start and visitor. */
function demo(server: string): Plugin {
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

export default defineConfig(({ mode }) => ({
  plugins: [words(), svelte(), serviceWorker(), demo(SERVER)],
  build: {
    outDir: '../src/tablee/_web',
    emptyOutDir: true,
    modulePreload: {
      polyfill: false, // browsers that know light-dark() know it
      // Where every script's imports are would be a kilobyte of every first load: they follow by themselves.
      resolveDependencies: (_file, dependencies) => dependencies.filter((one) => one.endsWith('.css')),
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': `http://${SERVER}`,
      '/ws': { target: `ws://${SERVER}`, ws: true },
    },
    fs: { allow: ['..'] }, // the words stand in src/tablee/words, shared with Python
  },
  // Svelte's server build would be picked under node otherwise.
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  test: {
    environment: 'jsdom',
    pool: 'vmThreads', // jsdom once a worker, not once a file: three times as fast
    include: ['tests/**/*.test.ts'],
    setupFiles: ['tests/setup.ts'],
  },
}))
