import { Square, Volume2 } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/switch.tsx'
import { canSpeak, speak, stopSpeaking, switchReadingAloud, useIsSpeaking, useReadsAloud } from './speech.ts'

interface SpeechPanelProps {
  question: readonly string[]
  /** Null while there is nothing to explain. */
  explanation: readonly string[] | null
}

/** Reading aloud: switched on and off, and asked for by hand. */
export function SpeechPanel({ question, explanation }: SpeechPanelProps) {
  const on = useReadsAloud()
  const speaking = useIsSpeaking()
  if (!canSpeak()) return <p className="text-sm">This browser cannot read aloud.</p>
  return (
    <div className="grid gap-4">
      <Switch
        label="Read questions aloud"
        hint="Each question as it comes, and its explanation. Kept for this browser."
        checked={on}
        onChange={(checked) => {
          switchReadingAloud(checked)
          if (checked) speak(explanation ?? question)
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={() => speak(question)}>
          <Volume2 aria-hidden className="size-4" />
          Read the question
        </Button>
        {explanation && (
          <Button variant="secondary" size="sm" onClick={() => speak(explanation)}>
            <Volume2 aria-hidden className="size-4" />
            Read the explanation
          </Button>
        )}
        <Button variant="secondary" size="sm" {...(!speaking && { disabledReason: 'Nothing is being read.' })} onClick={stopSpeaking}>
          <Square aria-hidden className="size-4" />
          Stop
        </Button>
      </div>
    </div>
  )
}
