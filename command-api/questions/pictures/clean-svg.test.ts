import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanSvg } from './clean-svg.ts'

const SVG = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"'
const document = (content: string, root = SVG) => `<svg ${root}>${content}</svg>`
/** What remains of a document's content. */
const left = (content: string, root?: string) => cleanSvg(document(content, root))?.svg.replace(/^<svg[^>]*>|<\/svg>$/g, '')

test('a drawing stays unchanged', () => {
  const drawing =
    '<defs><linearGradient id="g"><stop offset="0" stop-color="#fff"></stop></linearGradient></defs>' +
    '<g transform="translate(1 2)"><path d="M0 0L5 5" fill="url(#g)" stroke="red"></path><text x="3" y="4" style="font-size:3px">A &lt; B &amp; C</text></g>'
  expect(cleanSvg(document(drawing))).toEqual({
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20" width="40" height="20">${drawing}</svg>`,
    width: 40,
    height: 20,
  })
})

test('cleaning twice gives the same result', () => {
  const once = cleanSvg(
    document('<script>1</script><rect width="3" height="3" onclick="x()" style="fill:url(#a)"/><style>.a{fill:red}</style>'),
  )
  expect(cleanSvg(once?.svg ?? '')).toEqual(once)
})

test.each([
  ['a script', '<script>alert(1)</script>'],
  ['a script in another namespace', '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>'],
  ['foreign content', '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="alert(1)"/></body></foreignObject>'],
  ['an image from elsewhere', '<image href="https://example.com/a.png"/>'],
  ['an image within', '<image href="data:image/png;base64,AAAA"/>'],
  ['an animation', '<animate attributeName="href" to="javascript:alert(1)"/><set attributeName="onload" to="alert(1)"/>'],
  ['a link', '<a href="https://example.com"><rect/></a>'],
  ['a filter', '<filter id="f"><feImage href="https://example.com/a.png"/></filter>'],
  ['a style that loads', '<style>@import "https://example.com/a.css";</style>'],
  ['a style that loads by url', '<style>rect{fill:url(https://example.com/a.svg#a)}</style>'],
  ['a style that hides what it loads', '<style>rect{fill:u\\72l(https://example.com)}</style>'],
  ['a comment, an instruction and metadata', '<!-- who drew it --><?xml-stylesheet href="a.css"?><metadata>Ana</metadata>'],
])('%s is left out', (_what, content) => {
  expect(left(content)).toBe('')
})

test.each([
  ['handlers', '<rect onload="alert(1)" onclick="alert(1)" x="1"/>', '<rect x="1"></rect>'],
  ['references to elsewhere', '<use href="https://example.com/a.svg#a" x="1"/>', '<use x="1"></use>'],
  ['old references to elsewhere', '<use xmlns:l="http://www.w3.org/1999/xlink" l:href="javascript:alert(1)"/>', '<use></use>'],
  ['paint from elsewhere', '<rect fill="url(https://example.com/a.svg#a)" x="1"/>', '<rect x="1"></rect>'],
  ['styles that load', '<rect style="fill:url(//example.com)" x="1"/>', '<rect x="1"></rect>'],
  ['attributes of other languages', '<rect xmlns:i="https://inkscape.org" i:label="x" data-x="1" x="1"/>', '<rect x="1"></rect>'],
])('%s are left out of what stays', (_what, content, expected) => {
  expect(left(content)).toBe(expected)
})

test('references within the same file are allowed', () => {
  const content = '<defs><path id="a" d="M0 0"></path></defs><use href="#a"></use><rect fill="url(#g)" clip-path="url(\'#c\')"></rect>'
  expect(left(content)).toBe(content)
  expect(left('<use xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="#a"/>')).toBe('<use href="#a"></use>')
})

test('reused elements cannot reuse others, so that a few lines cannot draw millions of shapes', () => {
  const doubled = (name: string, of: string) => `<g id="${name}"><use href="#${of}"/><use href="#${of}"/></g>`
  expect(left(`<rect id="a"/>${doubled('b', 'a')}${doubled('c', 'b')}<use href="#c"/>`)).toBe(
    '<rect id="a"></rect><g id="b"></g><g id="c"></g><use href="#c"></use>',
  )
})

test.each([
  ['pixels', 'width="30" height="15px"', 30, 15],
  ['pixels before the box', 'width="30" height="15" viewBox="0 0 1 1"', 30, 15],
  ['the box where it is said in millimetres', 'width="210mm" height="297mm" viewBox="0 0 595.3 841.9"', 595, 842],
])('its size is that of %s', (_what, root, width, height) => {
  expect(cleanSvg(document('', `xmlns="http://www.w3.org/2000/svg" ${root}`))).toMatchObject({ width, height })
})

test.each([
  ['what is not well-formed', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><g></svg>'],
  ['what has entities of its own', `<!DOCTYPE svg [<!ENTITY a "aaaa">]>${document('<text>&a;</text>')}`],
  ['HTML', '<html><body>no</body></html>'],
  ['an SVG in no namespace', '<svg viewBox="0 0 1 1"/>'],
  ['an SVG of no size', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['one that is too deep', document('<g>'.repeat(100_000) + '</g>'.repeat(100_000))],
])('%s is refused', (_what, source) => {
  expect(cleanSvg(source)).toBeNull()
})

test('no markup results in scripts or outside references', () => {
  const names = fc.constantFrom('g', 'rect', 'use', 'script', 'style', 'image', 'foreignObject', 'a', 'text')
  const attributes = fc.constantFrom(
    'onload="x"',
    'href="//e.com"',
    'style="fill:URL( //e.com )"',
    'fill="url(#a)"',
    'href="javascript:x"',
    'x="1"',
  )
  const { element } = fc.letrec((tie) => ({
    element: fc
      .tuple(
        names,
        fc.uniqueArray(attributes, { selector: (text) => text.split('=')[0] ?? '', maxLength: 3 }),
        fc.oneof({ depthSize: 'small' }, fc.constant([]), fc.array(tie('element'), { maxLength: 3 })),
      )
      .map(([name, given, children]) => `<${name} ${given.join(' ')}>url(//e.com)${children.join('')}</${name}>`),
  }))
  fc.assert(
    fc.property(element, (content) => {
      const tags = (left(content as string) ?? '').match(/<[^>]*>/g)?.join('') ?? ''
      expect(tags).not.toMatch(/<(?:script|image|foreignObject|a)\b|\son|e\.com|javascript/i)
    }),
  )
})
