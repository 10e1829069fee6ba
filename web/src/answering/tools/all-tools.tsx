import type { Question } from '@medicready/domain/contract/questions/questions'
import type { ReactNode } from 'react'
import type { Answering } from '../answer/answering.ts'
import { StemText } from './stem-text.tsx'
import { ToolBar } from './tool-bar.tsx'

export interface AllTools {
  readonly ToolBar: (props: { answering: Answering }) => ReactNode
  readonly StemText: (props: { question: Question }) => ReactNode
}

const allTools: AllTools = { ToolBar, StemText }
export default allTools
