import { ApiError, NetworkError, UnexpectedAnswerError } from '@hindsight/shared-contracts/api/client';
import { sessionProblem } from './problem';

const status = (code: number) => new ApiError(code, null, '', null);

it.each([null, new NetworkError(null), status(502), status(503), status(504)])(
  'says that a service is away: %s',
  (error) => {
    expect(sessionProblem(error, 'localhost').detail).toMatch(
      /^Backend unavailable \(Bad Gateway\)\. Start the backend/,
    );
    expect(sessionProblem(error, 'hindsight.example')).toEqual({
      title: 'Can’t reach the service',
      detail: 'Can’t reach the service right now. This page keeps trying.',
    });
  },
);

it.each([
  [status(403), /^Permission denied \(403\)/],
  [status(404), /^Service not found \(404\)/],
  [status(429), /^Too many requests \(429\)/],
  [status(500), /^Server error \(500\)/],
  [new UnexpectedAnswerError(200, '<html>'), /^Unexpected error \(200\)/],
])('says what a service answered instead of the person: %s', (error, text) => {
  const { title, detail } = sessionProblem(error, 'localhost');
  expect(title).toBe('Couldn’t verify your session');
  expect(detail).toMatch(text);
});
