/**
 * Every way in which a call can be refused: a stable code, its HTTP status, and the words for the person who reads
 * them. The body is `{ message, code }`; details of a malformed request stand in `issues`.
 */
export const errors = {
  invalidRequest: { status: 400, message: 'The request is not valid.' },
  answerNotAChoice: { status: 400, message: "That answer is not one of this question's choices." },
  modulesNotSelected: { status: 400, message: 'Please select your study modules first.' },
  moduleRequired: { status: 400, message: 'Please select a module' },
  examTargetsUnknown: { status: 400, message: 'Please choose from the listed modules and exam domains.' },
  answerRequired: { status: 400, message: 'Please select an answer before submitting.' },
  passwordTooCommon: { status: 400, message: 'That password is too easy to guess. Please choose another one.' },
  verificationLinkInvalid: { status: 400, message: 'Invalid verification link. Please check your email for the correct link.' },
  verificationLinkExpired: { status: 400, message: 'This verification link has expired. Sign in to get a new one.' },
  verificationLinkUsed: { status: 400, message: 'This verification link has already been used. You can sign in.' },
  mailLinkInvalid: { status: 400, message: 'This link is incomplete, has expired, or was already used. Please ask for a new one.' },
  unsubscribeLinkInvalid: {
    status: 400,
    message: 'This link is incomplete. Please open the link in the email again, or sign in and turn the emails off under Reminders.',
  },
  emailUnchanged: { status: 400, message: 'Your account already has that email address.' },
  revisionMissing: { status: 400, message: 'A revision must change something.' },
  revisionRefused: { status: 400, message: 'This revision does not meet the rules of the question bank.' },
  packageRefused: { status: 400, message: 'This package cannot be imported. Nothing was added.' },
  warningsUnread: { status: 400, message: 'Please read the warnings first, and confirm those that you accept.' },
  examDateOutOfRange: { status: 400, message: 'Please choose an exam date between today and three years from now.' },
  codeInvalid: { status: 400, message: 'That code is incorrect. Please check it or try the next one.' },
  passkeyInvalid: { status: 400, message: 'That passkey was not accepted. Please try again or use another method.' },
  secondStepExpired: { status: 400, message: 'This took too long, or there were too many attempts. Please start again.' },
  emailMismatch: { status: 400, message: 'That is not the email address of this account.' },
  secondFactorMissing: { status: 400, message: 'Please add a passkey or an authenticator app first.' },
  tooManySecondFactors: { status: 400, message: 'You have reached the limit. Please remove one first.' },
  pictureUnreadable: { status: 400, message: 'We cannot read that picture. Please use a PNG, JPEG, WebP, or SVG file.' },
  pushAddressRefused: { status: 400, message: 'Notifications cannot be sent to this browser.' },
  pictureTurned: {
    status: 400,
    message:
      'This picture is stored sideways and turned by its metadata, which not every browser supports. Please rotate it and save it again.',
  },
  discountCodeInvalid: { status: 400, message: 'This discount code is not valid' },
  discountCodeInactive: { status: 400, message: 'This discount code is not active.' },
  discountCodeExpired: { status: 400, message: 'This discount code has expired.' },
  discountCodeUsedUp: { status: 400, message: 'This discount code has reached its limit of uses.' },
  discountCodeUsed: { status: 400, message: 'You have already used this discount code. Each code can be used once per person.' },
  discountCodeOverAlready: { status: 400, message: 'Please choose an end date in the future.' },
  priceDayOutOfRange: { status: 400, message: 'Please choose a day between today and one year from now.' },
  sessionTimePast: { status: 400, message: 'Please choose a time within the next 90 days.' },
  certificationExpired: { status: 400, message: 'Tutors need a paramedic certification that is valid today.' },
  availabilityTooShort: { status: 400, message: 'Tutors offer at least five hours a week. Please add more hours.' },
  signatureInvalid: { status: 400, message: 'The signature of this event is not valid.' },
  paymentRefused: {
    status: 402,
    message: 'Your card was not accepted. Please change it under Payment details and try again.',
  },
  notSignedIn: { status: 401, message: 'You are not signed in.' },
  credentialsInvalid: { status: 401, message: 'Invalid email or password' },
  emailNotVerified: { status: 403, message: 'Please verify your email address before you sign in.' },
  forbidden: { status: 403, message: 'You are not allowed to do this.' },
  secondFactorRequired: {
    status: 403,
    message: 'Please add a second factor to your account first, on the Security page.',
  },
  ownRole: { status: 403, message: 'You cannot change your own role. Ask another administrator.' },
  ownAccount: { status: 403, message: 'You can delete your own account on the Profile page.' },
  ownTutor: { status: 403, message: 'Students cannot be their own tutor. Please choose another tutor.' },
  modeLocked: { status: 403, message: 'Upgrade Required - Your plan does not include this mode.' },
  examTierRequired: { status: 403, message: 'Practice exams are available with Premium subscription.' },
  tierRequired: { status: 403, message: 'Upgrade Required - Your plan does not include this.' },
  crossOrigin: { status: 403, message: 'Requests from other sites are not allowed.' },
  passwordWrong: { status: 403, message: 'That password is incorrect.' },
  routeNotFound: { status: 404, message: 'Nothing was found at this address.' },
  accountNotFound: { status: 404, message: 'There is no account with this email address.' },
  studentNotFound: { status: 404, message: 'There is no account with this ID.' },
  moduleNotFound: { status: 404, message: 'You have not selected that module.' },
  questionNotFound: { status: 404, message: "The question you're looking for doesn't exist or has been removed." },
  examNotFound: { status: 404, message: 'This exam has already been completed or does not exist.' },
  examNotCompleted: { status: 404, message: 'Exam not found or not completed' },
  sittingNotFound: { status: 404, message: 'We did not ask you about that exam.' },
  sessionNotFound: { status: 404, message: 'This study session no longer exists.' },
  cardNotFound: { status: 404, message: 'This question is not in your reviews because you have not answered it yet.' },
  pictureNotFound: { status: 404, message: 'This picture no longer exists.' },
  secondFactorNotFound: { status: 404, message: 'You do not have that passkey or authenticator app.' },
  exportNotFound: { status: 404, message: 'This download has expired. Please ask for a new one.' },
  policyNotFound: { status: 404, message: 'There is no such version of this document.' },
  discountCodeNotFound: { status: 404, message: 'There is no such discount code.' },
  priceUnchanged: { status: 409, message: 'That is already the price, or it is already announced for that day.' },
  discountCodeTaken: { status: 409, message: 'A discount code with these letters already exists.' },
  discountCodeInUse: { status: 409, message: 'This code has been used, so its discount cannot change. You can deactivate it instead.' },
  discountCodeLimitTooLow: { status: 409, message: 'The code has already been used more often than that.' },
  discountCodeForCheckout: { status: 409, message: 'This code gives a discount. Choose a plan to apply it at checkout.' },
  discountCodeNeedsNoCheckout: {
    status: 409,
    message: 'This code gives a free subscription without a card. Activate it on the Subscription page.',
  },
  discountCodeNeedsFreePlan: {
    status: 409,
    message: 'You already have a plan. You can activate a free subscription after it ends. The code has not been used.',
  },
  contactRequestNotFound: { status: 404, message: 'Request not found.' },
  contactRequestAnswered: { status: 409, message: 'That is already marked as done.' },
  tutoringRequestNotFound: { status: 404, message: 'We could not find that tutoring request.' },
  tutoringSessionNotFound: { status: 404, message: 'We could not find that tutoring session.' },
  tutorNotFound: { status: 404, message: 'There is no tutor application with this ID.' },
  planExists: { status: 409, message: 'You already have a plan. You can change it on the Subscription page.' },
  noPlan: { status: 409, message: 'You have no paid plan.' },
  alreadyFree: { status: 409, message: "You're already on the free plan." },
  neverPaid: { status: 409, message: 'There is nothing to manage before your first payment.' },
  paymentOverdue: { status: 409, message: 'A payment is overdue. Please update your card first.' },
  moneyBackOver: { status: 409, message: 'The money-back guarantee is for the first 14 days of a new subscription.' },
  moneyBackUsed: { status: 409, message: 'You have already used the money-back guarantee. It applies once per person.' },
  nothingToRefund: { status: 409, message: 'There is no payment to refund.' },
  sessionEnded: { status: 409, message: 'This study session has ended.' },
  questionInExam: {
    status: 409,
    message: 'This question is in your timed exam. You can answer it here once the exam has ended.',
  },
  examEnded: { status: 409, message: 'This exam has already been completed or does not exist.' },
  examTimeLeft: { status: 409, message: 'This exam still has time left.' },
  examPoolTooSmall: { status: 409, message: 'There are not enough questions for this exam yet. Please choose another exam.' },
  examInProgress: { status: 409, message: 'You have a practice exam in progress. Please finish it first.' },
  emailTaken: { status: 409, message: 'There is already an account with this email address.' },
  exportUnderWay: { status: 409, message: 'We are already preparing your data. You will get an email when it is ready.' },
  notATutor: { status: 409, message: 'This person is not a tutor. Please choose another tutor.' },
  tutorApplied: { status: 409, message: 'You have already applied as a tutor.' },
  applicationDecided: { status: 409, message: 'This application has already been decided.' },
  tutoringRequestAnswered: { status: 409, message: 'This request has already been answered or cancelled.' },
  tutoringRequestEnded: { status: 409, message: 'This request has already ended.' },
  tutoringNotAccepted: { status: 409, message: 'This request is not open: it has not been accepted yet, or it has ended.' },
  tooManyTutoringRequests: {
    status: 409,
    message: 'You have three open tutoring requests. Please wait for one to end or cancel one first.',
  },
  refundNotFailed: { status: 409, message: 'There is no such open payment problem.' },
  tutoringPaid: { status: 409, message: 'These sessions are already paid for.' },
  tutoringNotPaid: { status: 409, message: 'Please pay for your sessions first.' },
  noTutoringSessionsLeft: { status: 409, message: 'All paid sessions are already scheduled.' },
  tutoringSessionsPlanned: {
    status: 409,
    message: 'Sessions are scheduled with the current tutor. Cancel them, or wait until they are over.',
  },
  tutoringSessionEnded: { status: 409, message: 'This session has already ended or been cancelled.' },
  tutoringSessionNotOver: { status: 409, message: 'You can do this after the session.' },
  tutoringSessionNotHeld: { status: 409, message: 'Only a session that was held can be rated.' },
  tooManyChanges: { status: 409, message: 'You have reached the limit of changes. Please contact us if you need another one.' },
  scheduleNoticeTooShort: { status: 409, message: "Schedule changes need 24 hours' notice. You can still cancel the session." },
  tutorNotAvailable: { status: 409, message: 'The tutor is not available at that time. Please choose another time.' },
  tutorBooked: { status: 409, message: 'The tutor has another session at that time. Please choose another time.' },
  studentBooked: { status: 409, message: 'You have another session at that time. Please choose another time.' },
  conflict: { status: 409, message: 'Someone else changed this at the same time. Please try again.' },
  tooManyQuizPresets: { status: 409, message: 'You have reached the limit of saved quizzes. Please delete one first.' },
  noteChanged: { status: 409, message: 'This note was changed in another window or on another device.' },
  reviewWaits: {
    status: 409,
    message: 'Learners have asked for a review of this question. Please revise it when you decide on their requests.',
  },
  partClosed: {
    status: 409,
    message: 'This part of the case is locked. Answer the earlier parts first, on the same day.',
  },
  answerTooLate: { status: 409, message: 'This answer is more than 72 hours old, so it does not count.' },
  answerOfAnother: { status: 409, message: 'This answer was given by someone else who used this device.' },
  reviewNotUndoable: { status: 409, message: 'There is no review to undo.' },
  timeZoneChangedLately: { status: 409, message: 'Your time zone can be changed once a day. Please try again later.' },
  pictureTooLarge: { status: 413, message: 'A picture can have at most 2 MB and 16 million pixels. Please make it smaller.' },
  bodyTooLarge: { status: 413, message: 'This request is too large.' },
  unsupportedMediaType: { status: 415, message: 'The request must be JSON.' },
  dailyLimitReached: {
    status: 429,
    message: "Daily Limit Reached - You've reached your daily question limit. Upgrade your subscription for more questions.",
  },
  studyLimitReached: { status: 429, message: 'You have reached the limit of answers for one day. Please continue tomorrow.' },
  reviewLimitReached: { status: 429, message: 'You have reached the limit of review requests for today. Please try again tomorrow.' },
  addressTriedLately: {
    status: 429,
    message: 'We tried this address less than a day ago. Please change your address or try again tomorrow.',
  },
  exportTooSoon: { status: 429, message: 'You can ask for your data once a day. Please try again tomorrow.' },
  tooManyRequests: { status: 429, message: 'Too many attempts. Please wait a moment and try again.' },
  internal: { status: 500, message: 'Something went wrong. Please try again.' },
  busy: { status: 503, message: 'Many people are signing in right now. Please try again in a few seconds.' },
  unavailable: { status: 503, message: 'The service is temporarily unavailable. Please try again in a moment.' },
} as const

export type ErrorCode = keyof typeof errors

/** What a missing answer is told in an exam. */
export const examAnswerRequired = 'You must choose an answer before continuing.'

/** Words of a field that stand for a refusal of their own: its code goes with them. */
export const codesOfFieldWords: Readonly<Record<string, ErrorCode>> = {
  [errors.answerRequired.message]: 'answerRequired',
  [examAnswerRequired]: 'answerRequired',
}

export interface ErrorBody {
  message: string
  code: ErrorCode
  /** Set when signing in is refused because the address was never verified. */
  emailNotVerified?: true
  /** The exam that goes on, where that is in the way. */
  examId?: string
  /** Which fields were wrong, and how. */
  issues?: { path: string; message: string }[]
}
