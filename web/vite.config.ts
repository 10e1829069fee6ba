import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { firstPaint } from './build/first-paint.ts'
import { installable } from './build/installable.ts'
import { pageBeginnings } from './build/page-beginnings.ts'
import { pageFiller } from './build/page-filler.ts'
import { precompress } from './build/precompress.ts'
import { prerenderPages } from './build/prerender-pages.ts'

const production = (file: string) => fileURLToPath(new URL(`../node_modules/react-router/dist/production/${file}`, import.meta.url))

const onEveryScreen = [
  /\/node_modules\/(?:react|react-dom|react-router|scheduler)\//,
  /\/node_modules\/@tanstack\/(?:react-query\/.*\/(?:useBaseQuery|useQuery|queryOptions|QueryClientProvider)|query-core\/.*\/query(?:Client|Observer))\.js$/,
  /\/node_modules\/lucide-react\/dist\/esm\/(?!icons\/)/,
  /\/domain\/product\.ts$/,
  /\/src\/(?:api\/(?:read|rooms|session|shared-data|write)|app\/(?:brand-mark|offline-banner|page-title)|paths)\.tsx?$/,
  /\/src\/ui\/(?:avatar|badge|button|card|class-list|icon-button|link-button|skeleton|store|toast|tooltip|words)\.tsx?$/,
]

/** What the screens of learners share, each a little. */
const onScreensOfLearners = [
  /\/node_modules\/@tanstack\/react-query\/.*\/useSuspenseQuery\.js$/,
  /\/lucide-react\/dist\/esm\/icons\/(?:arrow-left|award|book-open|book-open-check|chart-no-axes-combined|check|chevron-(?:down|right)|circle-(?:dashed|dot|x)|info|layout-dashboard|lock|target|timer|triangle-exclamation-point)\.mjs$/,
  /\/domain\/(?:accounts\/account-day|billing\/tiers|calendar|exams\/(?:blueprints|score)|study\/(?:modes|modules))\.ts$/,
  /\/src\/(?:api\/(?:clock-skew|loaded|readiness|stats|today)|app\/(?:nav-bar|page-head|readiness|user-menu-face))\.tsx?$/,
  /\/src\/offline\/waiting\.ts$/,
  /\/src\/ui\/(?:ago|banner|dialog|empty-state|kept|progress|share-bar)\.tsx?$/,
]

/** Where is chosen what to study. */
const whereStudyBegins = [
  /\/lucide-react\/dist\/esm\/icons\/(?:calendar-check|clipboard-list|graduation-cap|presentation|rotate-ccw|sparkles)\.mjs$/,
  /\/src\/(?:api\/subscription|app\/chance-words|study\/(?:beginning|chosen-mode|open-sessions|session-queries|session-questions|study-modes|ways-to-study))\.tsx?$/,
]

/** What an answer is, and where one is given: to a question by itself, in a session, in an exam. */
const answers = [
  /\/lucide-react\/dist\/esm\/icons\/(?:keyboard|strikethrough)\.mjs$/,
  /\/src\/answering\/(?:answer-draft|comparison|figure|item-answer)\.ts$/,
]
const whereQuestionsAreAnswered = [
  /\/src\/(?:answering\/(?:answer-bar|explanation-below|item-view|kinds\/(?:choice-label|choice-rows|kind-props|multiple-choice)|question-(?:badges|card|keys|keys-button|picture|skeleton)|stopwatch|time-left|unsent-answer|waits-to-be-sent)|ui\/radio-rows)\.tsx?$/,
]

/** Where something is to be had or to be sent. */
const whereThingsGo = [/\/lucide-react\/dist\/esm\/icons\/(?:download|mail)\.mjs$/]

/** What is kept on a device, and how it leaves it. */
const keptOnDevice = [
  /\/node_modules\/idb\//,
  /\/src\/offline\/(?:database|deliveries|forget-kept|kept-pictures|kept-reads|log-out|metered|pictures-in)\.ts$/,
]

/** Left to itself, what screens share falls into many small chunks, which pack worse and are asked for one by one. */
const together = (name: string, parts: readonly RegExp[]) => ({ name, test: (id: string) => parts.some((part) => part.test(id)) })

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    prerenderPages(),
    pageBeginnings(),
    pageFiller(),
    firstPaint(),
    installable(`${import.meta.dirname}/dist`),
    precompress(),
  ],
  resolve: {
    // The package's exports offer its development build alone.
    alias: [
      { find: /^react-router$/, replacement: production('index.mjs') },
      { find: /^react-router\/dom$/, replacement: production('dom-export.mjs') },
    ],
  },
  build: {
    target: 'es2022',
    manifest: true,
    // Nothing is inlined as data:, which the content security policy would refuse; every browser in reach knows
    // modulepreload.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The entry names every part that may be loaded later, so that long names are loaded with each first visit.
    rolldownOptions: {
      output: {
        chunkFileNames: 'assets/[hash].js',
        codeSplitting: {
          groups: [
            together('everywhere', onEveryScreen),
            together('learners', onScreensOfLearners),
            together('studying', whereStudyBegins),
            together('answers', answers),
            together('answering', whereQuestionsAreAnswered),
            together('sending', whereThingsGo),
            together('kept', keptOnDevice),
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
})
