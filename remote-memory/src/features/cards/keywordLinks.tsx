/** Keywords of a memory as links to the memories that share them, for a list of tags. */
import type { Keyword } from '../../model/keyword';
import { FilterLink } from './FilterLink';

/** @param keywords in the order of the tags. */
export function keywordLinks(keywords: readonly Pick<Keyword, 'id'>[]) {
  return (text: string, index: number) => {
    const id = keywords[index]?.id;
    return id === undefined ? (
      text
    ) : (
      <FilterLink by="keyword" value={id}>
        {text}
      </FilterLink>
    );
  };
}
