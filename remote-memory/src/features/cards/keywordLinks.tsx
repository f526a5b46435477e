/** Renders a memory's keywords in a tag list as links to the memories that share them. */
import type { Keyword } from '../../model/keyword';
import { FilterLink } from './FilterLink';

/** @param keywords in the same order as the tags. */
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
