import { DAILY_EMAILS_TRIGGERED } from '@medicready/domain/reminders/rules'
import { useQueryClient } from '@tanstack/react-query'
import { friendlyMessage } from '../../api/errors.ts'
import { useWrite } from '../../api/write.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { Panel } from '../dashboard/panel.tsx'
import { systemKey } from './queries.ts'

/** Sends today's daily emails before their time. */
export function DailyEmails() {
  const queries = useQueryClient()
  const trigger = useWrite('POST /api/admin/trigger-daily-emails', {
    onSuccess: () => {
      toast({ title: DAILY_EMAILS_TRIGGERED })
      void queries.invalidateQueries({ queryKey: systemKey })
    },
    onError: (error) => toast({ title: `Failed to trigger daily emails: ${friendlyMessage(error)}`, variant: 'destructive' }),
  })
  return (
    <Panel
      title="Daily emails"
      explanation="Everybody who has asked for one gets it at the time that they have chosen. This sends today's at once, to those who are to get one today and did not get it yet; nobody gets two."
    >
      <Button
        variant="secondary"
        size="sm"
        className="justify-self-start"
        loading={trigger.isPending}
        onClick={() => trigger.mutate(undefined)}
      >
        Send today's daily emails
      </Button>
    </Panel>
  )
}
