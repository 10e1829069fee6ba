import { type ComponentProps, useEffect } from 'react'
import { lazyPart } from '../ui/lazy-part.ts'
import { Part } from '../ui/part.tsx'

const load = () => import('./explanation-panel.tsx')
const ExplanationPanel = lazyPart(load)

interface ExplanationBelowProps extends Omit<ComponentProps<typeof ExplanationPanel>, 'result'> {
  result: ComponentProps<typeof ExplanationPanel>['result'] | null
}

/** The explanation below a question, once there is an answer. Its code comes while the question is read. */
export function ExplanationBelow({ result, ...rest }: ExplanationBelowProps) {
  useEffect(() => {
    // If it fails it is asked for again when it is needed.
    load().catch(() => undefined)
  }, [])
  return <Part>{result && <ExplanationPanel result={result} {...rest} />}</Part>
}
