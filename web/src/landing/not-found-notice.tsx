import { classList } from '../ui/class-list.ts'
import { column } from './layout.tsx'

const waysOn = [
  { href: '/', words: 'Home' },
  { href: '#try', words: 'Questions to try' },
  { href: '#prices', words: 'Prices' },
  { href: '/readiness', words: 'How right we are' },
  { href: '/tutoring', words: 'Tutoring' },
  { href: '/status', words: 'Status' },
  { href: '/login', words: 'Sign in' },
]

/** Above the landing page, for visitors who came to an address where nothing is. */
export const NotFoundNotice = () => (
  <section aria-labelledby="not-found" className="border-b border-hairline bg-warn-soft">
    <div className={classList(column, 'grid gap-2 py-6')}>
      <h2 id="not-found" className="text-2xl font-bold tracking-tight">
        404 Page Not Found
      </h2>
      <p>Nothing is at this address: it has moved, or a letter of it is wrong. You can go on from here.</p>
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {waysOn.map(({ href, words }) => (
          <li key={href}>
            <a href={href} className="inline-flex min-h-8 items-center font-semibold text-brand underline underline-offset-4">
              {words}
            </a>
          </li>
        ))}
      </ul>
    </div>
  </section>
)
