import type { ShownPicture } from '@medicready/domain/contract/questions/pictures'

/** On a phone, each cell is below the head of its row, with the head of its column. */
export const TextTable = ({ table: { caption, columns, rows } }: { table: NonNullable<ShownPicture['textTable']> }) => (
  <table className="grid w-full border-b border-hairline text-left text-ink sm:table">
    <caption className="pb-2 text-left font-semibold">{caption}</caption>
    <thead className="max-sm:hidden">
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col" className="px-3 py-2 align-bottom text-sm font-medium text-muted first:pl-0 last:pr-0">
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody className="max-sm:grid">
      {rows.map(([head, ...cells]) => (
        <tr
          key={`${head} ${cells.join(' ')}`}
          className="break-inside-avoid border-t border-hairline align-top max-sm:grid max-sm:gap-1 max-sm:py-3"
        >
          <th scope="row" className="font-medium sm:py-2 sm:pr-3">
            {head}
          </th>
          {cells.map((cell, place) => (
            <td key={columns[place + 1]} className="sm:px-3 sm:py-2 sm:last:pr-0">
              <span className="block text-sm text-muted sm:hidden">{columns[place + 1]}</span>
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
