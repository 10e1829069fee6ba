/** What people ask before they choose a plan. */
export const faq: readonly { readonly question: string; readonly answer: string }[] = [
  {
    question: 'What are detailed explanations?',
    answer:
      'Every plan shows you the right answer and why it is right. From Basic on you also see the reason for each option, the references, and how others chose, once enough people have answered.',
  },
  {
    question: 'What counts toward the daily limit?',
    answer:
      'Each question that is given to you counts once, in whatever mode, whether or not you have answered it yet. Getting the same question again on that day costs nothing more. A case with several parts counts one for each part, and is only given where all of it fits. A new day begins at midnight in your time zone, and what was given to you the day before can still be answered then.',
  },
  {
    question: 'What does unlimited mean?',
    answer:
      'With Premium there is no daily limit. A session holds 10 questions unless you ask for another number, up to 50, and you can start as many sessions as you like.',
  },
  {
    question: 'What happens to my history if I move to a smaller plan?',
    answer:
      'It all stays: your answers, streak, achievements and review dates. What belongs to the larger plan is closed for the time being, and your whole history is there again if you come back to it.',
  },
]
