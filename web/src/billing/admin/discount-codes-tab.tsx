import type { AdminDiscountCode } from '@medicready/domain/contract/billing/discount-codes'
import type { QueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router-dom'
import { Loaded } from '../../api/loaded.tsx'
import { mayRead } from '../../app/right-required.tsx'
import { asOfIn, useAsOf } from '../../dashboards/as-of.ts'
import { ReasonDialog } from '../../dashboards/reason-dialog.tsx'
import { TabPage } from '../../dashboards/tab-page.tsx'
import { Button } from '../../ui/button.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { CodeDialog } from './code-dialog.tsx'
import { type CodeAction, CodesTable } from './codes-table.tsx'
import { useActivateCode, useDeactivateCode, useDeleteCode } from './commands.ts'
import { discountCodesQuery } from './discount-code-queries.ts'

type Doing = { readonly action: 'create' } | { readonly action: CodeAction; readonly code: AdminDiscountCode }

export const clientLoader = async (queries: QueryClient, { request }: LoaderFunctionArgs) => {
  if (!(await mayRead(queries, 'runBusiness'))) return
  void queries.prefetchInfiniteQuery(discountCodesQuery(asOfIn(new URL(request.url).searchParams)))
}

/** Discount Codes. */
export default function DiscountCodesTab() {
  const [doing, setDoing] = useState<Doing | null>(null)
  const isNow = useAsOf().asOf === undefined
  const close = () => setDoing(null)
  return (
    <TabPage
      title="Discount Codes"
      actions={
        isNow && (
          <Button size="sm" onClick={() => setDoing({ action: 'create' })}>
            <Plus aria-hidden className="size-4" />
            Create
          </Button>
        )
      }
    >
      <Loaded skeleton={<SkeletonRows rows={6} className="h-11" />} failure="The discount codes could not be loaded.">
        <CodesTable onAction={(action, code) => setDoing({ action, code })} />
      </Loaded>
      {doing && <CodeWindow doing={doing} onClose={close} />}
    </TabPage>
  )
}

function CodeWindow({ doing, onClose }: { doing: Doing; onClose: () => void }) {
  switch (doing.action) {
    case 'create':
      return <CodeDialog code={null} onClose={onClose} />
    case 'edit':
      return <CodeDialog code={doing.code} onClose={onClose} />
    default:
      return <SwitchDialog action={doing.action} code={doing.code.code} onClose={onClose} />
  }
}

const switches = {
  activate: { confirm: 'Activate', description: 'It can be used again.', done: 'Code activated', isDestructive: false },
  deactivate: {
    confirm: 'Deactivate',
    description: 'No one else can start using it. People who already have it in checkout keep it.',
    done: 'Code deactivated',
    isDestructive: false,
  },
  delete: {
    confirm: 'Delete',
    description: 'It was never used. You can create a code with the same letters.',
    done: 'Code deleted',
    isDestructive: true,
  },
} as const

function SwitchDialog({ action, code, onClose }: { action: keyof typeof switches; code: string; onClose: () => void }) {
  const commands = { activate: useActivateCode(), deactivate: useDeactivateCode(), delete: useDeleteCode() }
  const { confirm, description, done, isDestructive } = switches[action]
  return (
    <ReasonDialog
      title={`${confirm} ${code}`}
      description={description}
      confirm={confirm}
      isDestructive={isDestructive}
      onConfirm={async (reason) => {
        await commands[action].mutateAsync({ params: { code }, body: { reason } })
        return { title: done, description: code }
      }}
      onClose={onClose}
    />
  )
}
