// Lists the catalogue, each game with its start position.
const list = document.getElementById("games");
const answer = await fetch("/api/catalogue");
const { games } = await answer.json();
for (const game of games) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = `/api/catalogue/${encodeURIComponent(game.id)}`;
  const picture = document.createElement("img");
  picture.src = `/api/catalogue/${encodeURIComponent(game.id)}/board.svg`;
  picture.alt = "";
  picture.loading = "lazy";
  link.append(picture, game.name);
  item.append(link);
  list.append(item);
}
