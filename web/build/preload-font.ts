import type { HtmlTagDescriptor, Plugin } from 'vite'

/** Asks for the font together with the style sheet that names it, so that text is drawn once. */
export const preloadFont = (): Plugin => ({
  name: 'preload-font',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_, { bundle }): HtmlTagDescriptor[] {
      const font = Object.keys(bundle ?? {}).find((file) => file.endsWith('.woff2'))
      if (!font) throw new Error('The build holds no font to preload')
      return [
        {
          tag: 'link',
          attrs: { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: true },
          injectTo: 'head',
        },
      ]
    },
  },
})
