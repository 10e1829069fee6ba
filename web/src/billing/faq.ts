/** What people ask before they choose a plan. */
export const faq: readonly { readonly question: string; readonly answer: string }[] = [
  {
    question: 'How does billing work?',
    answer:
      'Paid plans are billed monthly, in advance, through a card payment provider, at the prices above. They renew automatically until you cancel. Each payment covers the month that follows. If a price ever changes, you hear of it 30 days before.',
  },
  {
    question: 'Can I cancel at any time?',
    answer:
      'Yes. Your plan then runs to the end of the period that you have paid for, and nothing is charged after it. Until that day everything stays open to you, and you can change your mind.',
  },
  {
    question: 'Can I get my money back?',
    answer:
      'A new subscription comes with a 14-day money-back guarantee. You ask for it yourself, with one click on this page, once per person. The refund takes 5-7 business days to be processed.',
  },
  {
    question: 'What happens when I change plans?',
    answer:
      'A larger plan starts at once; from Basic to Premium you pay only the difference for what is left of the month. You can go on studying the same day, up to what the new plan allows. A smaller plan starts at the end of the period that you have paid for.',
  },
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
  {
    question: 'How do I use a promo code?',
    answer:
      'Enter it in the promo code box on this page; capital letters come by themselves. A code for a percentage or an amount applies at checkout. A code for a free subscription is activated here, with no card. Each code can be used once per person.',
  },
  {
    question: 'What happens if a payment fails?',
    answer:
      'You keep your plan for 7 days and we write to you, so that there is time to update your card. If no payment comes through by then, your account goes on with Free. Your history stays.',
  },
]
