import { type ComponentProps, useEffect } from 'react'
import { lazyPart, Part } from '../ui/part.tsx'

const load = () => import('./explanation-panel.tsx')
const ExplanationPanel = lazyPart(load)

interface ExplanationBelowProps extends Omit<ComponentProps<typeof ExplanationPanel>, 'result'> {
  result: ComponentProps<typeof ExplanationPanel>['result'] | null
}

export function ExplanationBelow({ result, ...rest }: ExplanationBelowProps) {
  useEffect(() => {
    // A failed load is repeated when the code is needed.
    load().catch(() => undefined)
  }, [])
  return <Part>{result && <ExplanationPanel result={result} {...rest} />}</Part>
}
