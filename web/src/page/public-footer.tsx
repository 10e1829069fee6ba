import { paths } from '../paths.ts'
import { BrandMark } from './brand-mark.tsx'

/** Plain links instead of routes: pages without the app use this footer too. */
const links = [
  { href: paths.readiness(), words: 'Our track record' },
  { href: paths.tutoring(), words: 'Tutoring' },
  { href: paths.legal(), words: 'Legal' },
  { href: paths.status(), words: 'Status' },
  { href: paths.login(), words: 'Sign in' },
]

export const PublicFooter = () => (
  <footer className="border-t border-hairline bg-surface print:hidden">
    <div className="mx-auto flex w-full max-w-6xl flex-wrap items-center justify-between gap-x-8 gap-y-5 px-4 py-8 sm:px-6">
      <div className="grid gap-2">
        <BrandMark />
        <p className="text-sm text-muted">Affordable, AI-powered NREMT paramedic exam preparation.</p>
      </div>
      <nav aria-label="More about us">
        <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
          {links.map(({ href, words }) => (
            <li key={href}>
              <a href={href} className="inline-flex min-h-8 items-center font-medium text-brand underline-offset-4 hover:underline">
                {words}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <p className="basis-full text-xs text-muted">
        We are independent of the National Registry of EMTs, which neither endorses nor sponsors us. This product prepares you for the exam.
        In the field, follow your protocols and your medical director.
      </p>
    </div>
  </footer>
)
