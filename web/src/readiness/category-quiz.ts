import { CLINICAL_JUDGMENT, type ExamDomain } from '@medicready/domain/exams/blueprints'
import { judgmentSteps } from '@medicready/domain/questions/terms'
import type { ModuleName } from '@medicready/domain/study/modules'
import type { PreparedQuiz } from '../api/prepared-quiz.ts'

export const QUIZ_QUESTIONS = 10

/** The module that is about a domain of the exam. */
const moduleOf: Readonly<Record<ExamDomain, ModuleName>> = {
  Airway: 'Airway, Respiration & Ventilation',
  Cardiology: 'Cardiology & Resuscitation',
  Trauma: 'Trauma',
  Medical: 'Medical (OB/GYN, Neurology, GI/GU, Endocrine, Behavioral, ID)',
  'EMS Operations': 'EMS Operations',
}

/** A quiz about a category of the exam; null where there is none about it. */
export function quizAbout(category: string): PreparedQuiz | null {
  const module = new Map<string, ModuleName>(Object.entries(moduleOf)).get(category)
  if (!module && category !== CLINICAL_JUDGMENT) return null
  const quiz = {
    modules: module ? [module] : [],
    subTopics: [],
    difficulties: [],
    kinds: [],
    judgmentSteps: module ? [] : [...judgmentSteps],
    histories: [],
  }
  return { mode: 'tutor_mode', count: QUIZ_QUESTIONS, quiz }
}
