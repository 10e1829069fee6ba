import { KeepAccountButton } from '../api/keep-account-button.tsx'
import { Banner } from '../ui/banner.tsx'
import { dayOf } from '../ui/words.ts'

export default function DeletionBanner({ eraseAt }: { eraseAt: string }) {
  return (
    <section aria-label="Deletion of your account" className="mx-auto w-full max-w-6xl px-4 pt-4 sm:px-6">
      <Banner
        tone="warn"
        title={`Your account will be deleted on ${dayOf(eraseAt)}.`}
        action={<KeepAccountButton size="sm" onKept={() => document.getElementById('main')?.focus()} />}
      >
        You can change your mind until then.
      </Banner>
    </section>
  )
}
