import type { AdminDiscountCode } from '@medicready/domain/contract/billing/discount-codes'
import type { QueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router-dom'
import { Loaded } from '../../api/loaded.tsx'
import { mayRead } from '../../app/right-required.tsx'
import { Button } from '../../ui/button.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { asOfIn, useAsOf } from '../dashboard/as-of.ts'
import { ReasonDialog } from '../dashboard/reason-dialog.tsx'
import { TabPage } from '../dashboard/tab-page.tsx'
import { CodeDialog } from './code-dialog.tsx'
import { type CodeAction, CodesTable } from './codes-table.tsx'
import { useActivateCode, useDeactivateCode, useDeleteCode } from './commands.ts'
import { discountCodesQuery } from './queries.ts'

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
  activate: { confirm: 'Activate', description: 'It can be used again from now on.', done: 'Code activated', isDestructive: false },
  deactivate: {
    confirm: 'Deactivate',
    description: 'Nobody begins to use it any more. Whoever is at the checkout with it keeps it.',
    done: 'Code deactivated',
    isDestructive: false,
  },
  delete: {
    confirm: 'Delete',
    description: 'Nobody has used it. Its letters can be given again.',
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
