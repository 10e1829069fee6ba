-- At which hour (UTC) does a reminder bring students back within three hours?
WITH sent AS (
  SELECT event_id, userId AS user_id, occurred_at, 'daily questions' AS kind FROM DailyEmailSent
  UNION ALL SELECT event_id, userId, occurred_at, 'daily questions' FROM QuestionsReminderSent
  UNION ALL SELECT event_id, userId, occurred_at, 'streak' FROM StreakReminderSent
  UNION ALL SELECT event_id, userId, occurred_at, 'reviews' FROM ReviewsReminderSent
)
SELECT
  kind, hour(occurred_at) AS sent_at_hour, count(*) AS sent,
  round(avg(EXISTS (
    FROM answers WHERE answers.user_id = sent.user_id AND answers."at" BETWEEN sent.occurred_at AND sent.occurred_at + INTERVAL 3 HOURS
  )::INTEGER), 3) AS came_back
FROM sent
GROUP BY kind, sent_at_hour
ORDER BY kind, sent_at_hour;
