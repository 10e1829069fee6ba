-- How many days of study until a student has 80 % of the last 20 scored answers of a module right?
WITH counted AS (
  SELECT
    user_id, module, dense_rank() OVER (PARTITION BY user_id, module ORDER BY day) AS study_day,
    count(*) OVER last_20 AS answers, avg(is_correct::INTEGER) OVER last_20 AS accuracy
  FROM answers
  WHERE is_scored
  WINDOW last_20 AS (PARTITION BY user_id, module ORDER BY "at" ROWS 19 PRECEDING)
),
students AS (
  SELECT user_id, module, min(study_day) FILTER (answers = 20 AND accuracy >= 0.8) AS mastered_on FROM counted GROUP BY user_id, module
)
SELECT module, count(*) AS students, count(mastered_on) AS masters, median(mastered_on) AS median_days FROM students GROUP BY module ORDER BY module;
