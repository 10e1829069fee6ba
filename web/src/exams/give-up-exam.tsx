import { Flag } from 'lucide-react'
import { useState } from 'react'
import { friendlyMessage } from '../api/errors.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { ActionDialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { useGiveUpExam } from './commands.ts'

export function GiveUpExam({ examId, isIcon = false, onGivenUp }: { examId: string; isIcon?: boolean; onGivenUp?: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending } = useGiveUpExam()
  const giveUp = () =>
    mutate(
      { params: { examId } },
      {
        onSuccess: () => {
          setAsking(false)
          toast({ title: 'Exam Given Up', description: 'It has no score. You can start another exam at any time.' })
          onGivenUp?.()
        },
        onError: (error) => {
          setAsking(false)
          toast({ title: 'Error', description: friendlyMessage(error), variant: 'destructive' })
        },
      },
    )
  return (
    <>
      {isIcon ? (
        <IconButton icon={Flag} label="Give up" onClick={() => setAsking(true)} />
      ) : (
        <Button variant="ghost" onClick={() => setAsking(true)} label="Give up" />
      )}
      <ActionDialog
        open={isAsking}
        title="Give up this exam?"
        keep="Keep going"
        confirm="Give up the exam"
        busy="Giving up..."
        isDestructive
        isPending={isPending}
        onClose={() => isPending || setAsking(false)}
        onConfirm={giveUp}
      >
        <p className="text-sm">
          The exam ends now without a score. Your answers do not count, and you do not see which were right. You cannot return to it.
        </p>
      </ActionDialog>
    </>
  )
}
