import { PRODUCT_NAME } from '@medicready/domain/product'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'

/** Recovery codes, for the one time that they are shown. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const text = `${PRODUCT_NAME} recovery codes, each good once:\n\n${codes.join('\n')}\n`

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast({ title: 'Copied', description: 'Keep the codes where only you find them.' })
    } catch {
      toast({ title: 'Error', description: 'Your browser did not let us copy them. Please write them down.', variant: 'destructive' })
    }
  }

  const download = () => {
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = address
    link.download = 'recovery-codes.txt'
    link.click()
    URL.revokeObjectURL(address)
  }

  return (
    <div className="grid gap-5">
      <ul aria-label="Recovery codes" className="grid gap-2 rounded-control bg-sunken p-4 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => void copy()}>
          Copy
        </Button>
        <Button variant="secondary" onClick={download}>
          Download
        </Button>
        <Button onClick={onKept}>I have kept them</Button>
      </div>
    </div>
  )
}
