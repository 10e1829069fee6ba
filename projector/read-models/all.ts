import { dataExports } from './accounts/data-exports.ts'
import { mailDelivery } from './accounts/mail-delivery.ts'
import { secondFactors } from './accounts/second-factors.ts'
import { users } from './accounts/users.ts'
import { audit } from './admin/audit.ts'
import { figures } from './admin/figures.ts'
import { learning } from './admin/learning.ts'
import { reconciliations } from './admin/reconciliations.ts'
import { studentHistory } from './admin/student-history.ts'
import { announcedPrices } from './billing/announced-prices.ts'
import { discountCodes } from './billing/discount-codes.ts'
import { freePeriods } from './billing/free-periods.ts'
import { invoices } from './billing/invoices.ts'
import { paymentProblems } from './billing/payment-problems.ts'
import { subscriptions } from './billing/subscriptions.ts'
import { listed } from './definition.ts'
import { itemCalibrations } from './exams/item-calibrations.ts'
import { practiceExams } from './exams/practice-exams.ts'
import { factCounts } from './lab/fact-counts.ts'
import { savedQueries } from './lab/saved-queries.ts'
import { agreements } from './legal/agreements.ts'
import { contactRequests } from './legal/contact-requests.ts'
import { policies } from './legal/policies.ts'
import { policyNotices } from './legal/policy-notices.ts'
import { generationDays } from './questions/generation-days.ts'
import { guidelineChanges } from './questions/guideline-changes.ts'
import { questionNotes } from './questions/question-notes.ts'
import { questionStatistics } from './questions/question-statistics.ts'
import { questions } from './questions/questions.ts'
import { reviewRequests } from './questions/review-requests.ts'
import { withdrawalStops } from './questions/withdrawal-stops.ts'
import { readiness } from './readiness/readiness.ts'
import { dailyEmailTimes } from './reminders/daily-email-times.ts'
import { reminderPreferences } from './reminders/preferences.ts'
import { pushDevices } from './reminders/push-devices.ts'
import { remindersCome } from './reminders/reminders-come.ts'
import { achievementTallies } from './study/achievement-tallies.ts'
import { analytics } from './study/analytics.ts'
import { answerHistories } from './study/answer-histories.ts'
import { cards } from './study/cards.ts'
import { leaderboard } from './study/leaderboard.ts'
import { quizPresets } from './study/quiz-presets.ts'
import { studyDays } from './study/study-days.ts'
import { studyPlans } from './study/study-plans.ts'
import { studySessions } from './study/study-sessions.ts'
import { studyStreaks } from './study/study-streaks.ts'
import { userAchievements } from './study/user-achievements.ts'
import { userModules } from './study/user-modules.ts'
import { userProgress } from './study/user-progress.ts'
import { userResponses } from './study/user-responses.ts'
import { tutorPayouts } from './tutoring/tutor-payouts.ts'
import { tutoringRequests } from './tutoring/tutoring-requests.ts'
import { tutoringSessions } from './tutoring/tutoring-sessions.ts'
import { tutors } from './tutoring/tutors.ts'

export const readModels = listed([
  users,
  dataExports,
  secondFactors,
  mailDelivery,
  subscriptions,
  announcedPrices,
  paymentProblems,
  invoices,
  contactRequests,
  agreements,
  policyNotices,
  questions,
  generationDays,
  questionStatistics,
  reviewRequests,
  questionNotes,
  withdrawalStops,
  guidelineChanges,
  userModules,
  studyDays,
  studySessions,
  studyPlans,
  userResponses,
  answerHistories,
  quizPresets,
  userProgress,
  studyStreaks,
  leaderboard,
  cards,
  achievementTallies,
  userAchievements,
  analytics,
  practiceExams,
  itemCalibrations,
  readiness,
  reminderPreferences,
  pushDevices,
  remindersCome,
  dailyEmailTimes,
  discountCodes,
  tutoringRequests,
  tutoringSessions,
  tutors,
  tutorPayouts,
  learning,
  figures,
  freePeriods,
  audit,
  studentHistory,
  reconciliations,
  policies,
  savedQueries,
  factCounts,
])

/** The read models that a type of fact changes, except the one that counts all of them. */
export const foldersOf = (type: string): readonly string[] =>
  readModels.filter((readModel) => readModel !== factCounts && readModel.on[type] !== undefined).map(({ name }) => name)
