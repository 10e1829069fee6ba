import type { Block, Section, Span } from '@medicready/domain/legal/legal-text'
import { Link, useLocation } from 'react-router-dom'
import { ScrollArea } from '../ui/scroll-area.tsx'

/** A document's words, section by section, each reached by its title in the address. */
export const PolicyText = ({ sections }: { sections: readonly Section[] }) => (
  <div className="grid max-w-[72ch] grid-cols-[minmax(0,1fr)] gap-6">
    {sections.map(({ id, title, blocks }) => (
      <section key={id} aria-labelledby={title === null ? undefined : id} className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {title !== null && (
          <h3 id={id} tabIndex={-1} className="text-lg font-semibold outline-none">
            {title}
          </h3>
        )}
        {keyed(blocks).map(([key, block]) => (
          <ShownBlock key={key} block={block} about={title ?? ''} />
        ))}
      </section>
    ))}
  </div>
)

/** The titles of a document, each leading to its section. */
export function PolicyContents({ sections }: { sections: readonly Section[] }) {
  const { search } = useLocation()
  return (
    <details className="mb-6 text-sm print:hidden">
      <summary className="cursor-pointer py-1 font-semibold">Contents</summary>
      <ol className="mt-2 grid gap-1">
        {sections.map(
          ({ id, title }) =>
            title !== null && (
              <li key={id}>
                <Link to={{ search, hash: id }} preventScrollReset className="inline-block py-1 text-brand underline underline-offset-4">
                  {title}
                </Link>
              </li>
            ),
        )}
      </ol>
    </details>
  )
}

/** What stands in a published text never moves: places are as good as names. */
const keyed = <Item,>(items: readonly Item[]): [string, Item][] => items.map((item, place) => [String(place), item])

function ShownBlock({ block, about }: { block: Block; about: string }) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p>
          <Words spans={block.spans} />
        </p>
      )
    case 'note':
      return (
        <p className="rounded-control border-l-4 border-control bg-sunken px-4 py-3 text-sm">
          <Words spans={block.spans} />
        </p>
      )
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul'
      return (
        <List className={`grid gap-1.5 pl-5 ${block.isOrdered ? 'list-decimal' : 'list-disc'}`}>
          {keyed(block.items).map(([key, spans]) => (
            <li key={key}>
              <Words spans={spans} />
            </li>
          ))}
        </List>
      )
    }
    case 'table':
      return (
        <ScrollArea aria-label={`Table: ${about}`}>
          <table className="w-full min-w-md border-collapse text-left text-sm">
            <thead className="bg-sunken">
              <tr>
                {keyed(block.head).map(([key, spans]) => (
                  <th key={key} scope="col" className="px-3 py-2 font-semibold">
                    <Words spans={spans} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {keyed(block.rows).map(([row, cells]) => (
                <tr key={row} className="border-t border-hairline align-top">
                  {keyed(cells).map(([key, spans]) => (
                    <td key={key} className="px-3 py-2">
                      <Words spans={spans} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollArea>
      )
  }
}

const Words = ({ spans }: { spans: readonly Span[] }) => keyed(spans).map(([key, span]) => <Run key={key} span={span} />)

function Run({ span: { text, style, href } }: { span: Span }) {
  if (href !== null)
    return (
      <Link to={href} className="font-medium text-brand underline underline-offset-4">
        {text}
      </Link>
    )
  switch (style) {
    case 'strong':
      return <strong className="font-semibold">{text}</strong>
    case 'emphasis':
      return <em>{text}</em>
    case 'code':
      return <code className="rounded-control bg-sunken px-1 text-sm">{text}</code>
    case 'plain':
      return text
  }
}
