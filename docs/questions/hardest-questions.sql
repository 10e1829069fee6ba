-- Which questions are answered wrong most often at the first try, and how long do they take?
WITH firsts AS (
  SELECT * FROM answers WHERE is_scored QUALIFY row_number() OVER (PARTITION BY user_id, question_id ORDER BY "at") = 1
)
SELECT question_id, module, count(*) AS students, round(avg(is_correct::INTEGER), 3) AS accuracy, median(seconds) AS seconds
FROM firsts
GROUP BY question_id, module
HAVING students >= 5
ORDER BY accuracy, students DESC
LIMIT 50;
