-- What analysts ask for most, over the facts of an export. The views of single facts are named after their types.

CREATE VIEW answers AS
SELECT
  userId AS user_id, coalesce(givenAt, occurred_at) AS "at", "date" AS day, questionId AS question_id, questionVersion AS question_version, module, isCorrect AS is_correct,
  isScored AS is_scored, "mode", studySessionId AS study_session_id, NULL::UUID AS exam_id, timeSpentSeconds AS seconds, confidence
FROM AnswerSubmitted
UNION ALL
SELECT
  userId, answeredAt, "date", questionId, questionVersion, module, isCorrect, isScored, 'exam', NULL, examId, timeSpentSeconds, NULL
FROM ExamAnswered;

CREATE VIEW students_by_day AS
SELECT
  user_id, day, count(*) AS answers, count(*) FILTER (is_scored) AS scored, count(*) FILTER (is_scored AND is_correct) AS correct,
  sum(seconds)::BIGINT AS seconds
FROM answers
GROUP BY ALL;

CREATE VIEW sessions AS
SELECT
  started.studySessionId AS study_session_id, started.userId AS user_id, started."date" AS day, started."mode", started.occurred_at AS started_at,
  completed.occurred_at AS completed_at, json_array_length(started.questions)::BIGINT AS questions, completed.answered, completed.scored,
  completed.correct, completed.timeSpentSeconds AS seconds, completed.endedBy AS ended_by
FROM StudySessionStarted AS started LEFT JOIN StudySessionCompleted AS completed USING (studySessionId);

CREATE VIEW exams AS
SELECT
  started.examId AS exam_id, started.userId AS user_id, started."date" AS day, started.examType AS exam_type, started.blueprint,
  started.startedAt AS started_at, completed.occurred_at AS completed_at, completed.outcome, completed.score, completed.ability,
  completed.standardError AS standard_error, completed.scored, completed.correct, completed.timeSpentSeconds AS seconds,
  completed.endedBy AS ended_by, given_up.occurred_at AS given_up_at
FROM ExamStarted AS started
LEFT JOIN ExamCompleted AS completed USING (examId)
LEFT JOIN ExamGivenUp AS given_up USING (examId);

-- Amounts are in cents. What goes back is negative, and its sum with the payments is the revenue of the dashboards.
CREATE VIEW revenue AS
SELECT occurred_at AS "at", userId AS user_id, 'payment' AS kind, tier AS product, code, amount, currency FROM InvoicePaid
UNION ALL SELECT occurred_at, userId, 'refund', tier, NULL, -amount, currency FROM RefundIssued
UNION ALL SELECT occurred_at, userId, 'failed refund', tier, NULL, amount, currency FROM RefundFailed
UNION ALL SELECT occurred_at, userId, 'payment', 'tutoring', NULL, amount, currency FROM TutoringPaid
UNION ALL SELECT occurred_at, userId, 'refund', 'tutoring', NULL, -amount, currency FROM TutoringRefunded
UNION ALL SELECT occurred_at, userId, 'failed refund', 'tutoring', NULL, amount, currency FROM TutoringRefundFailed
UNION ALL SELECT occurred_at, userId, 'refund', 'tutoring', NULL, -amount, currency FROM TutoringRefundMended
UNION ALL SELECT occurred_at, userId, 'dispute', product, NULL, -amount, currency FROM DisputeMoneyMoved;

CREATE VIEW subscriptions AS
SELECT
  activated.subscriptionId AS subscription_id, activated.userId AS user_id, activated.code, activated.tier AS first_tier,
  activated.monthlyAmount AS monthly_amount, activated.currency, activated.activatedAt AS activated_at, ended.endedAt AS ended_at,
  ended.cause AS ended_by, coalesce(paid.invoices, 0) AS invoices, coalesce(paid.amount, 0) AS paid
FROM SubscriptionActivated AS activated
LEFT JOIN SubscriptionEnded AS ended USING (subscriptionId)
LEFT JOIN (SELECT subscriptionId, count(*) AS invoices, sum(amount)::BIGINT AS amount FROM InvoicePaid GROUP BY ALL) AS paid USING (subscriptionId);

CREATE VIEW cards AS
SELECT
  user_id, question_id, module, stability, difficulty, lapses, correct_streak, total_reviews, total_correct, next_review_date,
  last_review_date, is_active
FROM read_models.spaced_repetition_cards;
