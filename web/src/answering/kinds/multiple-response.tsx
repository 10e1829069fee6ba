import { inWords } from '../item-answer.ts'
import { ChoiceRows } from './choice-rows.tsx'
import type { KindProps } from './kind-props.ts'
import { Task } from './task.tsx'

/** Two or three answers out of five or six. */
export default function MultipleResponse({ item, ...rest }: KindProps<'multiple_response'>) {
  const { chosen } = rest.draft
  const tooMany = chosen.length - item.choose
  return (
    <ChoiceRows
      {...rest}
      type="checkbox"
      legend={
        <Task
          progress={
            rest.outcome ? null : `${chosen.length} of ${item.choose} selected${tooMany > 0 ? `: take ${inWords(tooMany)} back` : ''}`
          }
          isOver={tooMany > 0}
        >
          Select {inWords(item.choose)}
        </Task>
      }
      choices={item.options}
    />
  )
}
