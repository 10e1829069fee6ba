import { useState } from 'react'
import { friendlyMessage } from '../api/errors.ts'
import { logOut, logOutLater } from '../offline/log-out.ts'
import { waitingAnswers } from '../offline/waiting.ts'
import { useIsOnline } from '../page/offline-banner.tsx'
import { ActionDialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { countOf } from '../ui/words.ts'

export default function LogOutDialog({ isLost, onClose }: { isLost: boolean; onClose: () => void }) {
  const waiting = waitingAnswers.useValue().filter(({ refusal }) => refusal === null).length
  const isOffline = !useIsOnline() || isLost
  const [isLeaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    try {
      await (isOffline ? logOutLater() : logOut())
    } catch (error) {
      setLeaving(false)
      toast({ title: 'Error', description: friendlyMessage(error), variant: 'destructive' })
    }
  }
  return (
    <ActionDialog
      title="Log out of this device?"
      keep="Stay logged in"
      confirm="Log out"
      isPending={isLeaving}
      onClose={onClose}
      onConfirm={() => void leave()}
    >
      <div className="grid gap-3">
        {waiting > 0 && (
          <p>
            {waiting === 1 ? '1 answer waits to be sent. It stays' : `${countOf(waiting, 'answer')} wait to be sent. They stay`} on this
            device until you log in here again, and count if you log in within three days of giving {waiting === 1 ? 'it' : 'them'}.
          </p>
        )}
        {isOffline && (
          <p>
            You are offline. We remove your data from this device now and stop its notifications. Your session ends when this device is back
            online, before anything is shown here.
          </p>
        )}
      </div>
    </ActionDialog>
  )
}
