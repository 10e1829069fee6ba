-- How often are practice exams passed, by how much the student had answered before, and how well?
WITH before AS (
  SELECT
    any_value(exams.outcome) = 'pass' AS passed, any_value(exams.score) AS score,
    CASE WHEN count(*) < 100 THEN 'below 100' WHEN count(*) < 500 THEN '100 to 499' ELSE '500 or more' END AS answers_before,
    floor(avg(answers.is_correct::INTEGER) * 10) / 10 AS accuracy_before
  FROM exams JOIN answers ON answers.user_id = exams.user_id AND answers."at" < exams.started_at AND answers.exam_id IS NULL AND is_scored
  WHERE exams.completed_at IS NOT NULL
  GROUP BY exams.exam_id
)
SELECT answers_before, accuracy_before, count(*) AS exams, round(avg(passed::INTEGER), 3) AS passed, round(avg(score), 1) AS score
FROM before
GROUP BY answers_before, accuracy_before
ORDER BY answers_before = '500 or more', answers_before DESC, accuracy_before;
