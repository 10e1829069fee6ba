/**
 * Every way in which a call can be refused: a stable code, its HTTP status, and the words for the person who reads
 * them. The body is `{ message, code }`; details of a malformed request stand in `issues`.
 */
export const errors = {
  invalidRequest: { status: 400, message: 'The request is not valid.' },
  answerNotAChoice: { status: 400, message: "That answer is not one of this question's choices." },
  modulesNotSelected: { status: 400, message: 'Please select your study modules first.' },
  moduleRequired: { status: 400, message: 'Please select a module' },
  examTargetsUnknown: { status: 400, message: 'An exam can be about modules and domains of ours alone.' },
  answerRequired: { status: 400, message: 'Please select an answer before submitting.' },
  passwordTooCommon: { status: 400, message: 'That password is one of those that are guessed first. Please choose another one.' },
  verificationLinkInvalid: { status: 400, message: 'Invalid verification link. Please check your email for the correct link.' },
  verificationLinkExpired: { status: 400, message: 'This verification link has expired. Sign in to get a new one.' },
  verificationLinkUsed: { status: 400, message: 'This verification link has already been used. You can sign in.' },
  mailLinkInvalid: { status: 400, message: 'This link is not complete, has expired or was used already. Please ask for a new one.' },
  emailUnchanged: { status: 400, message: 'That is the email address of your account already.' },
  revisionMissing: { status: 400, message: 'A revision must say something other than the question does now.' },
  revisionRefused: { status: 400, message: 'This revision does not meet the rules of the question bank.' },
  packageRefused: { status: 400, message: 'This package cannot be imported. Nothing of it was added.' },
  warningsUnread: { status: 400, message: 'Please look at the warnings first, and accept them where they are meant.' },
  examDateOutOfRange: { status: 400, message: 'Please choose an exam date from today on, within the next three years.' },
  codeInvalid: { status: 400, message: 'That code is not right. Please check it, or try the next one.' },
  passkeyInvalid: { status: 400, message: 'That passkey was not accepted. Please try again, or choose another way.' },
  secondStepExpired: { status: 400, message: 'This took too long, or was tried too often. Please start again.' },
  secondFactorMissing: { status: 400, message: 'Please add a passkey or an authenticator app first.' },
  tooManySecondFactors: { status: 400, message: 'You have as many as an account can have. Please remove one first.' },
  pictureUnreadable: { status: 400, message: 'That file is not a picture that we can read. Please use a PNG, JPEG, WebP or SVG.' },
  pictureTurned: {
    status: 400,
    message: 'This picture stands upright only by a note in its file, which not every browser follows. Please turn it and save it again.',
  },
  notSignedIn: { status: 401, message: 'You are not signed in.' },
  credentialsInvalid: { status: 401, message: 'Invalid email or password' },
  emailNotVerified: { status: 403, message: 'Please verify your email address before you sign in.' },
  forbidden: { status: 403, message: 'You are not allowed to do this.' },
  secondFactorRequired: {
    status: 403,
    message: 'Please add a second factor to your account first, on the Security page.',
  },
  ownRole: { status: 403, message: 'Your own role is for another administrator to change.' },
  modeLocked: { status: 403, message: 'This mode requires another subscription.' },
  examTierRequired: { status: 403, message: 'Practice exams are available with Premium subscription.' },
  tierRequired: { status: 403, message: 'Your plan does not include this. Please upgrade to use it.' },
  crossOrigin: { status: 403, message: 'Requests from another site are refused.' },
  passwordWrong: { status: 403, message: 'That is not the right password.' },
  routeNotFound: { status: 404, message: 'There is nothing at this address.' },
  accountNotFound: { status: 404, message: 'Nobody is registered with this email address.' },
  moduleNotFound: { status: 404, message: 'That module is not among yours.' },
  questionNotFound: { status: 404, message: "The question you're looking for doesn't exist or has been removed." },
  examNotFound: { status: 404, message: 'This exam has already been completed or does not exist.' },
  examNotCompleted: { status: 404, message: 'Exam not found or not completed' },
  sittingNotFound: { status: 404, message: 'That exam is not among those that we ask you about.' },
  sessionNotFound: { status: 404, message: 'This study session is not there any more.' },
  cardNotFound: { status: 404, message: 'You have not answered this question yet, so that it is not among your reviews.' },
  pictureNotFound: { status: 404, message: 'This picture is not there any more.' },
  secondFactorNotFound: { status: 404, message: 'That passkey or authenticator app is not among yours.' },
  exportNotFound: { status: 404, message: 'This download is not there any more. Please ask for a new one.' },
  sessionEnded: { status: 409, message: 'This study session has ended and takes no more answers.' },
  questionInExam: {
    status: 409,
    message: 'This question is in your timed exam. You can answer it here once the exam has ended.',
  },
  examEnded: { status: 409, message: 'This exam has already been completed or does not exist.' },
  examTimeLeft: { status: 409, message: 'There is time left in this exam.' },
  examPoolTooSmall: { status: 409, message: 'There are not enough questions for this exam yet. Please choose another one.' },
  examInProgress: { status: 409, message: 'You have a practice exam in progress. Please finish it first.' },
  exportUnderWay: { status: 409, message: 'Your data is being put together already. A mail tells you when it is ready.' },
  conflict: { status: 409, message: 'Somebody changed this at the same moment. Please try again.' },
  tooManyQuizPresets: { status: 409, message: 'You have saved as many quizzes as an account can have. Please delete one first.' },
  noteChanged: { status: 409, message: 'This note was changed in another window or on another device.' },
  reviewWaits: {
    status: 409,
    message: 'Learners wait for a word on this question. Please revise it with your decision on their requests.',
  },
  partClosed: {
    status: 409,
    message: 'This part of the case is closed. Its parts open one after the other, on the day that gives you the case.',
  },
  reviewNotUndoable: { status: 409, message: 'There is no review to undo.' },
  timeZoneChangedLately: { status: 409, message: 'Your time zone can be changed once a day. Please try again later.' },
  pictureTooLarge: { status: 413, message: 'A picture may have 2 MB and 16 million pixels at the most. Please make it smaller.' },
  bodyTooLarge: { status: 413, message: 'The request is too large.' },
  unsupportedMediaType: { status: 415, message: 'The request must be JSON.' },
  dailyLimitReached: { status: 429, message: "You've reached your daily question limit." },
  reviewLimitReached: { status: 429, message: "You've asked for as many reviews as a day allows. Please ask again tomorrow." },
  exportTooSoon: { status: 429, message: 'You can ask for your data once a day. Please try again tomorrow.' },
  tooManyRequests: { status: 429, message: 'Too many attempts. Please wait a moment and try again.' },
  internal: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  busy: { status: 503, message: 'A great many people are signing in or signing up at this moment. Please try again in a few seconds.' },
  unavailable: { status: 503, message: 'The service is briefly unavailable. Please try again in a moment.' },
} as const

export type ErrorCode = keyof typeof errors

export interface ErrorBody {
  message: string
  code: ErrorCode
  /** Set when signing in is refused because the address was never verified. */
  emailNotVerified?: true
  /** Which fields were wrong, and how. */
  issues?: { path: string; message: string }[]
}
