import { ChoiceRows } from './choice-rows.tsx'
import type { KindProps } from './kind-props.ts'

/** One answer out of four. */
export const MultipleChoice = ({ item, ...rest }: KindProps<'multiple_choice'>) => (
  <ChoiceRows {...rest} type="radio" legend={<span className="sr-only">Choose one answer</span>} choices={item.options} />
)
