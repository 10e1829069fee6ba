import { DAILY_EMAILS_TRIGGERED } from '@medicready/domain/reminders/rules'
import { useQueryClient } from '@tanstack/react-query'
import { friendlyMessage } from '../../api/errors.ts'
import { useWrite } from '../../api/write.ts'
import { Panel } from '../../dashboards/panel.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
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
      explanation="Subscribers get the daily email at the time that they chose. This sends today's email now to everyone who is due one today and has not received it. No one gets two."
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
