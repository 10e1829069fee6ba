import { BrandMark } from '../app/brand-mark.tsx'
import { PublicFooter } from '../app/public-footer.tsx'
import { classList } from '../ui/class-list.ts'
import { column } from './layout.tsx'

/** Around the states of the services, which the edge puts in: it answers even when nothing else does. */
export const StatusFrame = () => (
  <div className="flex min-h-dvh flex-col">
    <header className="border-b border-hairline bg-surface">
      <div className={classList(column, 'flex min-h-16 items-center')}>
        <a href="/" className="flex rounded-control">
          <BrandMark />
        </a>
      </div>
    </header>
    <main className={classList(column, 'grid flex-1 content-start gap-8 py-10 sm:py-14')}>
      <h1 className="text-3xl font-bold tracking-tight">Status</h1>
      <div data-states="" />
    </main>
    <PublicFooter />
  </div>
)
