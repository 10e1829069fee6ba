import { expect, it } from 'vitest'
import { type AppAssets, appDocument, emptyDocument } from './document.tsx'

const assets: AppAssets = {
  stylesheets: ['assets/app.css'],
  modules: ['assets/shared.js'],
  entry: 'assets/entry.js',
  first: 'if (1 < 2 && true) theme()',
  last: "load('#app')",
}
const page = appDocument({
  assets,
  title: 'Question $& · MedicReady',
  app: '<main>Adenosine</main>',
  data: '{"queries":[]}',
  files: ['assets/question.js'],
})

it('holds the app in its root, its data, and its title', () => {
  expect(page).toMatch(/^<!doctype html><html lang="en"><head><meta charSet="utf-8"\/>/i)
  expect(page).toContain(
    '<div id="root"><main>Adenosine</main></div><script type="application/json" id="page-data">{"queries":[]}</script>',
  )
  expect(page).toContain('<title>Question $&amp; · MedicReady</title>')
})

it('names its files in the template, and loads nothing but the styles before the first paint', () => {
  const [before = '', template = ''] = page.split('<template id="app">')
  expect(template).toContain(
    '<link rel="modulepreload" crossorigin="anonymous" href="/assets/question.js"/><link rel="modulepreload" crossorigin="anonymous" href="/assets/shared.js"/><script type="module" crossorigin="anonymous" src="/assets/entry.js"></script></template>',
  )
  expect(before).toContain('<link rel="stylesheet" href="/assets/app.css"/>')
  expect(before).not.toContain('.js')
})

it('has its inline scripts unchanged, which the policy knows by their hashes, the first after the colors that it reads', () => {
  expect(page).toContain(`<script>${assets.first}</script>`)
  expect(page).toContain(`<script>${assets.last}</script></body></html>`)
  expect(page.indexOf('theme-color')).toBeLessThan(page.indexOf(assets.first))
})

it('is empty for the service worker, without data', () => {
  expect(emptyDocument(assets)).toContain('<div id="root"></div><template id="app">')
  expect(emptyDocument(assets)).toContain('<title>MedicReady</title>')
})
